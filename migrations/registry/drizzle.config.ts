import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  casing: 'snake_case',
  schema: './src/store/db/tables/registry.ts',
  out: './migrations/registry',
})
