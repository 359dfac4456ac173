import { createHash } from 'node:crypto'
import { formatInstant } from '../kernel/timestamps.ts'
