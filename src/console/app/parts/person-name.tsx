import type { Person } from '../api/people.ts'

/** A user by name and e-mail address; by the id where the user is not known. */
export const PersonName = ({
  id,
  person,
}: {
  readonly id: number
  readonly person: Person | undefined
}) =>
  person ? (
    <span>
      {person.nickname} <span class="muted">{person.email}</span>
    </span>
  ) : (
    <span class="mono">{id}</span>
  )
