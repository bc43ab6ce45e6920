// Lints a Helm chart with a file of values and prints what it makes of them, an object of JSON a document: what
// `helm lint --strict` and `helm template` do. A key that stands twice is an error.
// The whole of helm takes five minutes to compile, these packages of it a third.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/lint"
	"helm.sh/helm/v3/pkg/lint/support"
	"helm.sh/helm/v3/pkg/releaseutil"
	"sigs.k8s.io/yaml"
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
		if filepath.Ext(name) == ".yaml" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		printDocuments(files[name])
	}
}

func printDocuments(file string) {
	documents := releaseutil.SplitManifests(file)
	keys := make([]string, 0, len(documents))
	for key := range documents {
		keys = append(keys, key)
	}
	sort.Sort(releaseutil.BySplitManifestsOrder(keys))
	for _, key := range keys {
		document, err := yaml.YAMLToJSONStrict([]byte(documents[key]))
		fail(err)
		if string(document) != "null" {
			fmt.Printf("---\n%s\n", document)
		}
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
