import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'

/** What somebody should know whose control plane others can reach, too, without a key. */
export const openControlPlane = ({
  host,
  adminKey,
}: Pick<Config, 'host' | 'adminKey'>): string[] =>
  adminKey !== undefined || isLoopback(host)
    ? []
    : [
        `the control plane is open to whoever reaches the port on ${host}; close it with SANDBOX_ADMIN_KEY`,
      ]

const isLoopback = (host: string): boolean =>
  isIP(host) === 4 ? host.startsWith('127.') : host === 'localhost' || host === '::1'
