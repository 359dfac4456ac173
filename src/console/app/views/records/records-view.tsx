import { linkTo, route } from '../../api/place.ts'
import type { RecordKind } from '../../api/records.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { language } from '../../texts/language.ts'
import { KINDS } from './record-kinds.ts'
import { RecordTable } from './record-table.tsx'
import { words } from './records-texts.ts'
import './records.css'

const ALL = Object.keys(KINDS) as RecordKind[]

/** The view Records: rows that operations wrote, one tab for each kind. */
export default function RecordsView() {
  const text = words()
  const [given] = route.value.rest
  const kind = given === undefined || given === '' ? ALL[0] : ALL.find((one) => one === given)
  return (
    <Page title={text.title} lead={text.lead}>
      <nav class="records-kinds" aria-label={text.kinds}>
        {ALL.map((one) => (
          <a
            key={one}
            href={linkTo('records', one)}
            aria-current={one === kind ? 'page' : undefined}
          >
            {KINDS[one].name[language.value]}
          </a>
        ))}
      </nav>
      {kind === undefined ? (
        <Notice tone="error">{text.unknown(given ?? '')}</Notice>
      ) : (
        <RecordTable key={kind} kind={kind} />
      )}
    </Page>
  )
}
