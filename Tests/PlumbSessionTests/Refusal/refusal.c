// Preloaded into sway 1.7: lets its graphics card refuse what the tests want refused.
//
// No graphics card is at hand that refuses to turn, so the calls by which sway reaches it are stood in front of. What
// is refused stands in the file that PLUMB_REFUSAL names, while there is one:
//
//   turned  an output that is turned
//   beside  an output that is set up anew beside another one that is turned
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wlr_output;

struct known_output {
  struct wlr_output *output;
  int transform;
  int pending_transform;
  bool is_set_up;
};

static struct known_output known[16];

// NULL where there are more outputs than any test has.
static struct known_output *find(struct wlr_output *output) {
  for (size_t index = 0; index < sizeof known / sizeof *known; index++) {
    if (!known[index].output) known[index].output = output;
    if (known[index].output == output) return &known[index];
  }
  return NULL;
}

static bool is_asked_for(const char *refusal) {
  const char *path = getenv("PLUMB_REFUSAL");
  FILE *file = path ? fopen(path, "re") : NULL;
  if (!file) return false;
  char word[16] = "";
  bool is_asked = fscanf(file, "%15s", word) == 1 && strcmp(word, refusal) == 0;
  fclose(file);
  return is_asked;
}

static bool is_beside_a_turned_one(const struct known_output *output) {
  for (size_t index = 0; index < sizeof known / sizeof *known; index++)
    if (&known[index] != output && known[index].transform) return true;
  return false;
}

static bool is_refused(const struct known_output *output) {
  if (output->pending_transform && is_asked_for("turned")) return true;
  return output->is_set_up && is_beside_a_turned_one(output) && is_asked_for("beside");
}

void wlr_output_enable(struct wlr_output *output, bool enable) {
  struct known_output *found = find(output);
  if (found) found->is_set_up = true;
  void (*real)(struct wlr_output *, bool) = dlsym(RTLD_NEXT, __func__);
  real(output, enable);
}

void wlr_output_set_transform(struct wlr_output *output, int transform) {
  struct known_output *found = find(output);
  if (found) found->pending_transform = transform;
  void (*real)(struct wlr_output *, int) = dlsym(RTLD_NEXT, __func__);
  real(output, transform);
}

void wlr_output_rollback(struct wlr_output *output) {
  struct known_output *found = find(output);
  if (found) found->pending_transform = found->transform;
  void (*real)(struct wlr_output *) = dlsym(RTLD_NEXT, __func__);
  real(output);
}

bool wlr_output_commit(struct wlr_output *output) {
  struct known_output *found = find(output);
  if (found && is_refused(found)) {
    // wlroots of this age keeps what was refused and asks for it with each frame; later ones drop it, and so is it here.
    wlr_output_rollback(output);
    found->is_set_up = false;
    return false;
  }
  bool (*real)(struct wlr_output *) = dlsym(RTLD_NEXT, __func__);
  if (!real(output)) return false;
  if (found) {
    found->transform = found->pending_transform;
    found->is_set_up = false;
  }
  return true;
}
