import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'

/** Warns about a control plane without a key on an address that other machines may reach. */
export const warningOfOpenControlPlane = ({
  host,
  adminKey,
  adminKeyFile,
  keysFile,
}: Pick<Config, 'host' | 'adminKey' | 'adminKeyFile' | 'keysFile'>): string | undefined =>
  (adminKey ?? adminKeyFile ?? keysFile) !== undefined || isLoopback(host)
    ? undefined
    : `the control plane has no key and listens on ${host}: anyone who can reach the port can read all secrets and change or delete all data; set SANDBOX_ADMIN_KEY, or publish the port only on 127.0.0.1`

const isLoopback = (host: string): boolean =>
  isIP(host) === 4 ? host.startsWith('127.') : host === 'localhost' || host === '::1'
