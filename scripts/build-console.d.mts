import type { InlineConfig } from 'vite'

export declare const consoleConfig: (root: string) => InlineConfig
