#!/bin/bash
# run.sh             builds the fuzzer of everything that reads what others wrote, and runs it for a fixed number of inputs
# run.sh --hours H   the same for so many hours, each run from another random seed, going on from what the last one found
#
# Without --hours the inputs are the same every time: the seeds, and what libFuzzer makes of them from a fixed random
# seed; a slow machine ends them after five minutes. An input that breaks something is kept in .build/fuzz/artifacts;
# `.build/fuzz/fuzzer FILE` runs it alone. The rooms under test are built here, each with the fuzzer's instrumentation,
# and nothing of it ends in a product.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=.build/fuzz
if [ "${1:-}" = --hours ]; then
  corpus=$out/corpus
  readers=(-max_total_time="$((${2:-1} * 1200))")
  sessions=(-max_total_time="$((${2:-1} * 2400))")
else
  corpus=$(mktemp -d)
  trap 'rm -rf "$corpus"' EXIT
  readers=(-runs=200000 -max_total_time=120 -seed=1)
  sessions=(-runs=20000 -max_total_time=180 -seed=1)
fi
mkdir -p "$corpus"/{readers,sessions}
mkdir -p "$out/artifacts"

flags=(-swift-version 6 -g -O -sanitize=fuzzer,address -parse-as-library -wmo)
for module in CLibIIO CLibINIH; do flags+=(-Xcc "-fmodule-map-file=Sources/$module/module.modulemap"); done

# What SwiftPM makes of the interface texts (.embedInCode): bytes by the names of their files.
resources=$out/PackageResources.swift
{
  echo "struct PackageResources {"
  for file in Sources/PlumbInterface/Interfaces/*.varlink; do
    echo "  static let $(basename "$file" | tr . _): [UInt8] = [$(od -An -v -tu1 "$file" | tr -s ' \n' ',' | sed 's/^,//;s/,$//')]"
  done
  echo "}"
} > "$resources"

# room NAME [FLAG or FILE…]: one of Sources/, as a static library with its module; a room that changed takes along those
# that follow it
changed=
room() {
  local library=$out/lib$1.a
  [ -z "$changed$(find "Sources/$1" -type f -newer "$library" 2> /dev/null || echo new)" ] && return
  changed=yes
  echo "building $1"
  # shellcheck disable=SC2046 # the paths of the sources have no blanks
  swiftc "${flags[@]}" -module-name "$1" -I "$out" -emit-module -emit-module-path "$out/$1.swiftmodule" \
    -emit-library -static -o "$library" "${@:2}" $(find "Sources/$1" -name '*.swift' | sort)
}
for name in JSON Orientation Spelling Recordings Varlink Configuration Autorotation Scenarios; do room "$name"; done
room PlumbInterface "$resources"
room RotationService -default-isolation MainActor

echo "building the fuzzer"
# The decoding of scans belongs to a room that needs a whole system; it is one file that does not. What sessions say is
# what the clients of the soak say.
swiftc "${flags[@]}" -module-name Fuzzer -I "$out" -L "$out" -o "$out/fuzzer" \
  -emit-executable -emit-module -emit-module-path "$out/Fuzzer.swiftmodule" \
  Tests/Fuzz/*.swift Tests/Soak/{Dice,RandomTexts}.swift Sources/Sensors/IIO/DecodedCount.swift \
  -use-ld=lld -lRotationService -lPlumbInterface -lScenarios -lAutorotation -lVarlink -lConfiguration -lRecordings \
  -lSpelling -lOrientation -lJSON -liio -linih -lm

# run NAME FIRST-BYTES BOUND…: readers take bytes by the thousand a second, whole sessions by the hundred
run() {
  local status=0
  # Swift's own handler of crashes would keep libFuzzer from saying which input it was, and what Swift makes once and
  # keeps for ever looks like a leak.
  FUZZ=$2 SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 "$out/fuzzer" "$corpus/$1" Tests/Fuzz/Seeds \
    "${@:3}" -max_len=2048 -timeout=10 -detect_leaks=0 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$out/artifacts/" > "$out/log.$1" 2>&1 || status=$?
  if ((status)); then
    grep -v '^#[0-9]*[[:space:]]' "$out/log.$1"
    echo "An input broke something: see $out/artifacts" >&2
    exit "$status"
  fi
  echo "$1: $(grep '^Done' "$out/log.$1"), $(awk '/new_units_added/ {print $2}' "$out/log.$1") of them new ways through the code"
}
run readers jvirmscqpb "${readers[@]}"
run sessions w "${sessions[@]}"
