module parley.example/sdk

go 1.19
