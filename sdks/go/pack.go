//go:build ignore

// Makes the files with which a proxy of Go modules serves this module: go run pack.go FOLDER VERSION.
package main

import (
	"archive/zip"
	"log"
	"os"
	"path/filepath"
	"strings"
)

const module = "parley.example/sdk"

func main() {
	if len(os.Args) != 3 {
		log.Fatal("Say where, and which version: go run pack.go FOLDER v1.0.0")
	}
	folder, version := filepath.Join(os.Args[1], module, "@v"), os.Args[2]
	if err := os.MkdirAll(folder, 0o755); err != nil {
		log.Fatal(err)
	}
	write := func(name string, content []byte) {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			log.Fatal(err)
		}
	}
	read := func(name string) []byte {
		content, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		return content
	}
	write("list", []byte(version+"\n"))
	write(version+".info", []byte(`{"Version":"`+version+`"}`))
	write(version+".mod", read("go.mod"))
	file, err := os.Create(filepath.Join(folder, version+".zip"))
	if err != nil {
		log.Fatal(err)
	}
	archive := zip.NewWriter(file)
	names, err := filepath.Glob("*")
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range names {
		isCode := strings.HasSuffix(name, ".go") && name != "pack.go" && !strings.HasSuffix(name, "_test.go")
		if !isCode && name != "go.mod" && name != "LICENSE" && name != "README.md" && name != "CHANGELOG.md" {
			continue
		}
		entry, err := archive.Create(module + "@" + version + "/" + name)
		if err != nil {
			log.Fatal(err)
		}
		if _, err := entry.Write(read(name)); err != nil {
			log.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		log.Fatal(err)
	}
}
