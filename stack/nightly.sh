#!/usr/bin/env bash
# bash stack/nightly.sh [TEST...]: all tests of the cluster on servers that demand TLS and a password, the browser's tests on
# two nodes, the training of the classifier of needs, the chart by Helm, the audit tree before a witness of others
# (litewitness), a soak of the embedded tier, its SIGKILLs, all tests on the oldest Node and on Deno, schemathesis for longer,
# and the long forms of the tests that kill, rotate and rebuild, on servers that are up or of their own (see
# test-cluster.sh). Each prints its seed; FAULT_SEED=<seed> repeats its choices. Takes the time of the cluster's tests and
# about two hours; with tests named, only those.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")

# first, so that they have their short forms
if [ $# = 0 ]; then
  STACK_TLS=1 bash "$here/test-cluster.sh"
  bash "$here/../.ci/browser/install.sh"
  TEST_PROJECT=browser bash "$here/test-cluster.sh"
fi

# what each length means stands in the test that reads it
export QUOTA_ROUNDS=${QUOTA_ROUNDS:-20}
export RECONCILIATION_KILLS=${RECONCILIATION_KILLS:-40}
export ROTATIONS=${ROTATIONS:-4000}
export PLAN_CHANGES=${PLAN_CHANGES:-200}
export GRANT_ROUNDS=${GRANT_ROUNDS:-200}
export RELAY_DEATHS=${RELAY_DEATHS:-1000}
export REBUILD_PRODUCTS=${REBUILD_PRODUCTS:-100000}
export KILLS=${KILLS:-60}
export INDEX_KILLS=${INDEX_KILLS:-200}
export PARITY_NEEDS=${PARITY_NEEDS:-3000}

if [ $# = 0 ]; then
  (
    cd "$here/.."
    # the committed classifiers are what their wordings and sentences train
    node bin/node.mjs data/semantic/train-intents.ts && git diff --exit-code --stat -- data/semantic/intents.bin.gz
    node bin/node.mjs data/semantic/train-ruled-out.ts && git diff --exit-code --stat -- data/semantic/ruled-out.bin.gz
    node bin/node.mjs data/semantic/train-context-foods.ts && git diff --exit-code --stat -- data/semantic/context-foods.bin.gz
    node bin/node.mjs bench/soak.ts "${SOAK_SECONDS:-600}"
    node bin/node.mjs node_modules/vitest/vitest.mjs run test/service/{Sigkill,IndexKilled}.test.ts
    # but for the toolchain, which is of one Node
    .ci/node_modules/node-oldest/bin/node bin/node.mjs node_modules/vitest/vitest.mjs run \
      --project '!toolchain' --project '!cluster' --project '!browser' --project '!outside' --project '!witness'
    node .ci/node_modules/deno/bin.cjs task test
    bash .ci/outside/install.sh
    bash .ci/deploy/install.sh
    npm run -s test:outside -- test/outside/Chart.test.ts
    bash .ci/outside/litewitness.sh
    npm run -s test:witness
    SCHEMATHESIS_SEED=${FAULT_SEED:-$RANDOM} bash .ci/abuse/schemathesis.sh "${SCHEMATHESIS_SECONDS:-300}"
  )
  set -- test/cluster/service test/cluster/kafka/RelayKilled.test.ts test/cluster/SemanticParity.test.ts
fi
exec bash "$here/test-cluster.sh" "$@"
