// Hides the script `prepare` while the package is packed (`hide`), and shows it again (`show`): a checkout needs it to
// build itself, and npm asks the users of a tarball to approve it, where it would do nothing.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'

const NAMES = { hide: ['"prepare":', '"_prepare":'], show: ['"_prepare":', '"prepare":'] }

const [from, to] = NAMES[process.argv[2]] ?? []
if (from === undefined) throw new Error('expected hide or show')

// The text stays as it is otherwise; a rename, so that no reader sees half of it.
const text = readFileSync('package.json', 'utf8')
writeFileSync('package.json.new', text.replace(`    ${from} `, `    ${to} `))
renameSync('package.json.new', 'package.json')
