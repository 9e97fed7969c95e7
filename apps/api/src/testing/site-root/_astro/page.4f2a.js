globalThis.isLoaded = true
