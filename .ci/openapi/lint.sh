#!/usr/bin/env bash
# The OpenAPI document by redocly's strictest rules and Spectral's of OWASP. Rules that are off, with the reason: spectral.yml.
set -euo pipefail
cd "$(dirname "$0")/../.."
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
document="$folder/openapi.json"
node bin/node.mjs .ci/openapi/write.mjs "$document"
node bin/node.mjs .ci/node_modules/@redocly/cli/bin/cli.js lint --extends=recommended-strict --max-problems 20 "$document"
node bin/node.mjs .ci/node_modules/@stoplight/spectral-cli/dist/index.js lint --ruleset .ci/openapi/spectral.yml \
  --fail-severity hint "$document"
