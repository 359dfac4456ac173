import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'

/** Warns about a control plane that other machines can reach without a key. */
export const openControlPlane = ({
  host,
  adminKey,
}: Pick<Config, 'host' | 'adminKey'>): string[] =>
  adminKey !== undefined || isLoopback(host)
    ? []
    : [
        `the control plane has no key, and other machines can reach it on ${host}; set SANDBOX_ADMIN_KEY`,
      ]

const isLoopback = (host: string): boolean =>
  isIP(host) === 4 ? host.startsWith('127.') : host === 'localhost' || host === '::1'
