import { describe, expect, test } from 'vitest'
import { freeBytesAt, isDiskFull } from '#src/kernel/disk.ts'
import { freshFolder } from '#test/kit/process.ts'

describe('the disk of a folder', () => {
  test('has free bytes, also before the folder is made, and is full without any', () => {
    const folder = freshFolder()
    expect(freeBytesAt(folder)).toBeGreaterThan(1_000_000)
    expect(freeBytesAt(`${folder}/later`)).toBeGreaterThan(1_000_000)
    expect(isDiskFull(folder)).toBe(false)
    // A file system of the kernel has no blocks.
    expect(isDiskFull('/proc')).toBe(true)
    expect([freeBytesAt('/nowhere/at/all'), isDiskFull('/nowhere/at/all')]).toEqual([null, false])
  })
})
