import { EXIT } from '../cli-errors.ts'
import type { CommandGroup } from '../command.ts'
import { controlCommand } from '../control-command.ts'
import { formatValue } from '../terminal.ts'

export const fault: CommandGroup = {
  help: 'Add, list and delete fault rules, which make calls fail.',
  default: 'list',
  commands: {
    add: controlCommand('POST /faults', {
      takes: {
        '--rule <json>': ['', 'rule as JSON instead of the options below'],
        '--operation <number>': 'match.operation',
        '--outcome <code>': 'match.code',
        '--actor <email>': 'match.actor',
        '--nth <n>': 'match.nth',
        '--body <json>': 'match.body',
        '--phase <phase>': 'phase',
        '--code <code>': 'effect.code',
        '--delay <duration>': 'effect.delayMs',
        '--reset': 'effect.reset',
        '--truncate': 'effect.truncate',
        '--malformed': 'effect.malformed',
        '--wrong-checksum': 'effect.wrongChecksum',
        '--status <status>': 'effect.status',
        '--times <n or always>': 'times',
      },
      examples: [
        'fault add --operation E9 --phase after --reset',
        'fault add --operation E8 --code 10134011 --times 2',
        `fault add --operation E22 --code 10134011 --body '{"/param/assetIds/0":100001}'`,
        `fault add --rule '{"match":{"operation":"E21"},"phase":"before","effect":{"failed":1}}'`,
      ],
    }),
    list: {
      help: 'List fault rules and how often each was used.',
      takes: {
        '--unused': 'list only rules that were never used; exit with code 1 if there are any',
      },
      examples: ['fault list --unused'],
      async run({ control, terminal }, _args, { unused }: { unused?: boolean }) {
        const rules = await (unused ? control.faults.unused() : control.faults.list())
        terminal.answer(rules, () => formatValue(rules))
        if (!unused || rules.length === 0) return EXIT.ok
        const verb = rules.length === 1 ? 'rule was' : 'rules were'
        return terminal.fail(`${rules.length} ${verb} never used`)
      },
    },
    remove: controlCommand('DELETE /faults/{id}', { takes: { '<id>': 'id' } }),
    clear: controlCommand('DELETE /faults'),
  },
}
