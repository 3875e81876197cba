#!/bin/bash
# run.sh [RUNS]: builds the fuzzer of everything that reads what others wrote, and runs it for a fixed number of inputs.
#
# The same inputs every time: the seeds, and what libFuzzer makes of them from a fixed random seed. An input that breaks
# something is kept in .build/fuzz/artifacts; `.build/fuzz/fuzzer FILE` runs it alone. The rooms under test are built
# here, each with the fuzzer's instrumentation, and nothing of it ends in a product.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
runs=${1:-200000}
out=.build/fuzz
mkdir -p "$out/artifacts"

flags=(-swift-version 6 -g -O -sanitize=fuzzer,address -parse-as-library -wmo)
for module in CLibIIO CLibINIH; do flags+=(-Xcc "-fmodule-map-file=Sources/$module/module.modulemap"); done

# room NAME: one of Sources/, as a static library with its module
room() {
  local library=$out/lib$1.a
  [ -z "$(find "Sources/$1" -name '*.swift' -newer "$library" 2> /dev/null || echo new)" ] && return
  echo "building $1"
  # shellcheck disable=SC2046 # the paths of the sources have no blanks
  swiftc "${flags[@]}" -module-name "$1" -I "$out" -emit-module -emit-module-path "$out/$1.swiftmodule" \
    -emit-library -static -o "$library" $(find "Sources/$1" -name '*.swift' | sort)
}
for name in JSON Orientation Recordings Varlink Configuration; do room "$name"; done

echo "building the fuzzer"
# The decoding of scans belongs to a room that needs a whole system; it is one file that does not.
swiftc "${flags[@]}" -module-name Fuzzer -I "$out" -L "$out" -o "$out/fuzzer" \
  -emit-executable -emit-module -emit-module-path "$out/Fuzzer.swiftmodule" \
  Tests/Fuzz/*.swift Sources/Sensors/IIO/DecodedCount.swift \
  -use-ld=lld -lVarlink -lConfiguration -lRecordings -lOrientation -lJSON -liio -linih -lm

corpus=$(mktemp -d)
trap 'rm -rf "$corpus"' EXIT
# Swift's own handler of crashes would keep libFuzzer from saying which input it was, and what Swift makes once and
# keeps for ever looks like a leak.
status=0
SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 "$out/fuzzer" "$corpus" Tests/Fuzz/Seeds \
  -runs="$runs" -seed=1 -max_len=2048 -timeout=10 -detect_leaks=0 -rss_limit_mb=2048 -print_final_stats=1 \
  -artifact_prefix="$out/artifacts/" > "$out/log" 2>&1 || status=$?
if ((status)); then
  grep -v '^#[0-9]*[[:space:]]' "$out/log"
  echo "An input broke something: see $out/artifacts" >&2
else
  grep -E '^(Done|stat::)' "$out/log"
fi
exit "$status"
