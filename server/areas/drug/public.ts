// The few functions of medication that other areas may call.
import { READ_DICT } from '#contract/drug/dict'
import { READ_KEEP } from '#contract/drug/keep'
import { READ_TAKES } from '#contract/drug/takeMoves'
import { READ_DRUG_USES } from '#contract/drug/use'
import { keepReminders } from '#server/areas/drug/keep/keepReminders'
import { keepTodos } from '#server/areas/drug/keep/keepTodos'
import { drugCustody } from '#server/areas/drug/keep/leaving'
import { takeTodos } from '#server/areas/drug/take/takeTodos'
import { PAPER_IN_SCOPE, WITH_RESIDENT } from '#server/areas/residents/public'
import type { Custody } from '#server/kit/custody'
import type { FileHolder } from '#server/kit/fileHolders'
import type { ReminderSource } from '#server/kit/reminderSources'
import type { Todo } from '#server/kit/todos'

const paperOf = (table: string, key: string) =>
  `exists (select from ${table} t ${WITH_RESIDENT} where ${PAPER_IN_SCOPE} and t.${key} = l.record_id)`

export const fileHolders: readonly FileHolder[] = [
  {
    // Whoever gives drugs or looks at stock sees what they look like.
    kind: 'drug.dict',
    table: 'drug',
    keys: ['drug_id'],
    addresses: ['picture'],
    picture: true,
    readers: [{ needs: `${READ_DICT}|${READ_KEEP}|${READ_DRUG_USES}|${READ_TAKES}` }],
  },
  {
    kind: 'drug.slip',
    table: 'drug_slip',
    keys: ['slip_id'],
    addresses: ['photos'],
    readers: [{ needs: READ_KEEP, where: paperOf('drug_slip', 'slip_id') }],
  },
  {
    kind: 'drug.use',
    table: 'drug_use',
    keys: ['use_id'],
    addresses: ['sheets'],
    readers: [{ needs: READ_DRUG_USES, where: paperOf('drug_use', 'use_id') }],
  },
]

export { drugsForFamily } from '#server/areas/drug/keep/leaving'

/** What is given back when somebody leaves. */
export const custodies: readonly Custody[] = [drugCustody]

/** What waits for a person; the work bench counts it. */
export const todos: readonly Todo[] = [...keepTodos, ...takeTodos]

/** What people have to be reminded of. */
export const reminders: readonly ReminderSource[] = keepReminders

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = ['drug', 'drug_stock', 'drug_take', 'drug_take_act', 'drug_use']
