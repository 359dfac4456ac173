export { buildParts as setup } from './build.ts'
