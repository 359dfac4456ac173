import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  casing: 'snake_case',
  schema: './src/store/db/tables/workspace/*.ts',
  out: './migrations/workspace',
})
