// Declares the types of the library in dist/types, for programs that import it and for those that require it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** What users import types from. */
const ENTRIES = ['index.d.ts', 'client/interface.d.ts', 'vitest/fixture.d.ts', 'vitest/setup.d.ts']

const IMPORT = /(from ')(\.[^']+)\.ts(';)/g

/** A declaration file and all that it imports, by their paths. */
const reachable = (file, found = new Map()) => {
  if (found.has(file)) return found
  const text = readFileSync(file, 'utf8')
  found.set(file, text)
  for (const [, , target] of text.matchAll(IMPORT))
    reachable(join(dirname(file), `${target}.d.ts`), found)
  return found
}

/** Only the declarations that the library exports; they import no package, so users install none. */
export const buildTypes = (root) => {
  const emitted = mkdtempSync(join(tmpdir(), 'dam-sandbox-types-'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(
    process.execPath,
    [compiler, '-p', 'scripts/tsconfig.build.json', '--outDir', emitted],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  const types = join(root, 'dist/types')
  rmSync(types, { recursive: true, force: true })
  for (const [file, text] of ENTRIES.flatMap((entry) => [...reachable(join(emitted, entry))])) {
    const path = join(types, 'esm', relative(emitted, file))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text.replace(IMPORT, '$1$2.js$3'))
  }
  rmSync(emitted, { recursive: true })
  cpSync(join(types, 'esm'), join(types, 'cjs'), { recursive: true })
  // vitest has no CommonJS.
  rmSync(join(types, 'cjs/vitest'), { recursive: true })
  writeFileSync(join(types, 'esm/package.json'), '{ "type": "module" }\n')
  writeFileSync(join(types, 'cjs/package.json'), '{ "type": "commonjs" }\n')
}
