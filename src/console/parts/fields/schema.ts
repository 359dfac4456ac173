import type { ComponentChildren } from 'preact'
import { type Phrase, t } from '../../texts/words.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }

export interface Schema {
  readonly type?: string | readonly string[]
  readonly title?: ComponentChildren
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly { readonly const: string; readonly title: ComponentChildren }[]
  readonly examples?: readonly string[]
  readonly suggestions?: readonly string[]
  readonly format?: 'search' | 'password' | 'instant'
  /** What a value is written with, where it is no line of text: a box to check, or a number with a unit (ms). */
  readonly widget?: 'check' | 'duration'
  readonly hint?: string | undefined
}

export const field = (title: Phrase, more: Schema = {}): Schema => ({
  type: 'string',
  title: t(title),
  ...more,
})

export const choices = <T extends string>(
  values: readonly T[],
  textOf: (value: T) => ComponentChildren = (value) => value,
): NonNullable<Schema['oneOf']> => values.map((value) => ({ const: value, title: textOf(value) }))

export const choice = <T extends string>(
  title: Phrase,
  values: readonly T[],
  textOf?: (value: T) => ComponentChildren,
): Schema => ({ title: t(title), oneOf: choices(values, textOf) })

/** A value of a schema, and what happens when a person changes it; undefined leaves the field out. */
export interface FieldProps {
  /** Name of the property; empty for a value that is not a property. */
  readonly name?: string
  readonly schema: Schema
  readonly value: Json | undefined
  readonly isRequired?: boolean
  readonly onChange: (value: Json | undefined) => void
}

/** The type of a schema, without null. */
export const typeOf = ({ type = '' }: Schema): string =>
  typeof type === 'string' ? type : (type.find((name) => name !== 'null') ?? '')
