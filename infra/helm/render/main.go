// Renders a chart as `helm template` does, for machines that have Go and sprig (Debian's golang-go and
// golang-github-masterminds-sprig-dev) but no helm: the same template engine with the same functions, without
// subcharts, lookup and the validation of values, which the tests do.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run infra/helm/render/main.go CHART [VALUES.yaml...]
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type object = map[string]interface{}

// files is helm's .Files.
type files struct{ chart string }

func (f files) Get(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(f.chart, name))
	return string(text), err
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(file string) object {
	text, err := os.ReadFile(file)
	check(err)
	values := object{}
	check(yaml.Unmarshal(text, &values))
	return values
}

func merge(into, from object) object {
	for key, value := range from {
		inner, isObject := value.(object)
		old, wasObject := into[key].(object)
		if isObject && wasObject {
			into[key] = merge(old, inner)
		} else {
			into[key] = value
		}
	}
	return into
}

func toYaml(value interface{}) (string, error) {
	var buffer bytes.Buffer
	encoder := yaml.NewEncoder(&buffer)
	encoder.SetIndent(2)
	err := encoder.Encode(value)
	return strings.TrimSuffix(buffer.String(), "\n"), err
}

func main() {
	chart := os.Args[1]
	values := read(filepath.Join(chart, "values.yaml"))
	for _, file := range os.Args[2:] {
		values = merge(values, read(file))
	}
	meta := read(filepath.Join(chart, "Chart.yaml"))
	data := object{
		"Values":  values,
		"Chart":   object{"Name": meta["name"], "Version": meta["version"], "AppVersion": meta["appVersion"]},
		"Release": object{"Name": "knockwire", "Namespace": "knockwire", "Service": "Helm", "IsInstall": true},
		"Files":   files{chart},
	}
	root := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = toYaml
	functions["include"] = func(name string, data interface{}) (string, error) {
		var buffer bytes.Buffer
		err := root.ExecuteTemplate(&buffer, name, data)
		return buffer.String(), err
	}
	// Without a cluster there is nothing to look up.
	functions["lookup"] = func(...string) object { return object{} }
	root.Funcs(functions)
	names, err := filepath.Glob(filepath.Join(chart, "templates", "*.*"))
	check(err)
	tests, err := filepath.Glob(filepath.Join(chart, "templates", "tests", "*.yaml"))
	check(err)
	names = append(names, tests...)
	sort.Strings(names)
	for _, name := range names {
		text, err := os.ReadFile(name)
		check(err)
		_, err = root.New(name).Parse(string(text))
		check(err)
	}
	for _, name := range names {
		if filepath.Ext(name) != ".yaml" {
			continue
		}
		var buffer bytes.Buffer
		check(root.ExecuteTemplate(&buffer, name, data))
		if strings.TrimSpace(buffer.String()) != "" {
			fmt.Printf("---\n# Source: %s\n%s\n", filepath.Base(name), strings.TrimSpace(buffer.String()))
		}
	}
}
