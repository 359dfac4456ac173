import type { Fault } from '#src/client/generated/control.ts'
import { control } from '../../api/control.ts'
import { useControl } from '../../api/loaded.ts'
import { linkTo, route } from '../../api/place.ts'
import { Action } from '../../parts/action.tsx'
import { Page, Shown } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { Badge, ChangeLink } from '../../parts/text.tsx'
import { formatNumber } from '../../texts/language.ts'
import { t } from '../../texts/words.ts'
import { FaultForm } from './fault-form.tsx'
import './faults.css'

/** The rules that are shown at once; a workspace can have a thousand, and all are drawn again with each call. */
const PAGE = 100

export default function FaultsView() {
  const loaded = useControl<{ faults: Fault[] }>('/faults')
  const [action, given] = route.value.rest
  return (
    <Page
      title="Faults"
      lead="Rules that make calls to this workspace fail on purpose."
      actions={
        <>
          {action !== 'new' && (
            <ChangeLink class="button" href={linkTo('faults', 'new')}>
              {t('New rule')}
            </ChangeLink>
          )}
          <Action
            name="Remove all"
            asks
            tone="danger"
            run={() => control('DELETE', '/faults')}
            isDisabled={!loaded.data?.faults.length}
          />
        </>
      }
    >
      {action === 'new' && <FaultForm key={given ?? ''} given={given} />}
      <Shown
        loaded={loaded}
        empty={t('No rules. Add one here or from a call.')}
        isEmpty={({ faults }) => faults.length === 0}
      >
        {({ faults }) => (
          <div class="faults-rules">
            <Table
              isScrolled
              label={t('Rules')}
              page={PAGE}
              rows={faults}
              keyOf={({ id }) => id}
              columns={[
                { name: t('Rule'), isHead: true, of: ({ id }) => <code>{id}</code> },
                { name: t('Matching calls'), class: 'faults-words', of: matchOf },
                { name: t('Effect'), class: 'faults-words', of: effectOf },
                { name: t('Seen'), class: 'number', of: ({ seen }) => formatNumber(seen) },
                { name: t('Used'), of: useOf },
                { name: null, of: (fault) => <RowActions {...fault} /> },
              ]}
            />
          </div>
        )}
      </Shown>
    </Page>
  )
}

const MAX_VALUE = 200

/** Names and values in the notation of the journal, such as `code=10134011`. */
const pairsOf = (values: object): string[] =>
  Object.entries(values).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return value === true ? name : `${name}=${text.slice(0, MAX_VALUE)}`
  })

const matchOf = ({ match: { operation, ...others } }: Fault): string =>
  [operation === '*' ? t('every operation') : operation, ...pairsOf(others)].join(' · ')

const effectOf = ({ phase, effect, times, probability }: Fault): string => {
  const often = { ...(times !== 1 && { times }), ...(probability !== undefined && { probability }) }
  return [phase, ...pairsOf(effect), ...pairsOf(often)].join(' · ')
}

const useOf = ({ used, times }: Fault) => {
  const count = t('{1} of {2}', used, times === 'always' ? t('any number') : times)
  const isSpent = used === times
  return (
    <span class="row">
      <span class="faults-count">{count}</span>
      <Badge tone={used === 0 ? 'plain' : isSpent ? 'good' : 'accent'}>
        {used === 0 ? t('waiting') : isSpent ? t('used up') : t('in use')}
      </Badge>
    </span>
  )
}

const RowActions = ({ id, match, phase, effect, probability, times }: Fault) => {
  const template = { match, phase, effect, probability, times: times === 1 ? undefined : times }
  return (
    <span class="row faults-actions">
      <ChangeLink
        class="button"
        href={linkTo('faults', 'new', JSON.stringify(template))}
        aria-label={t('Use as template: rule {1}', id)}
      >
        {t('Use as template')}
      </ChangeLink>
      <Action name="Remove" of={id} tone="danger" run={() => control('DELETE', `/faults/${id}`)} />
    </span>
  )
}
