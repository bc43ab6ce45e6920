// Lints a Helm chart with a file of values and prints what it makes of them: what `helm lint --strict` and `helm template` do.
// The whole of helm takes five minutes to compile, these packages of it a third.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
)

func main() {
	if len(os.Args) != 4 {
		fail(fmt.Errorf("usage: chart FOLDER VALUES KUBERNETES-VERSION"))
	}
	folder, version := os.Args[1], os.Args[3]
	values, err := chartutil.ReadValuesFile(os.Args[2])
	fail(err)
	kubernetes, err := chartutil.ParseKubeVersion(version)
	fail(err)
	linted := lint.AllWithKubeVersion(folder, values, "default", kubernetes)
	for _, message := range linted.Messages {
		if message.Severity >= support.WarningSev {
			fail(message)
		}
	}
	render(folder, values, kubernetes)
}

func render(folder string, values chartutil.Values, kubernetes *chartutil.KubeVersion) {
	chart, err := loader.Load(folder)
	fail(err)
	if !chartutil.IsCompatibleRange(chart.Metadata.KubeVersion, kubernetes.Version) {
		fail(fmt.Errorf("the chart is not for Kubernetes %s", kubernetes.Version))
	}
	capabilities := chartutil.DefaultCapabilities.Copy()
	capabilities.KubeVersion = *kubernetes
	release := chartutil.ReleaseOptions{Name: "check", Namespace: "default", Revision: 1, IsInstall: true}
	// refuses what values.schema.json does not allow
	given, err := chartutil.ToRenderValues(chart, values, release, capabilities)
	fail(err)
	files, err := engine.Render(chart, given)
	fail(err)
	names := make([]string, 0, len(files))
	for name := range files {
		if filepath.Ext(name) == ".yaml" && strings.TrimSpace(files[name]) != "" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("---\n%s\n", files[name])
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
