// Answers and inputs as they came are read: what the kind does not know is told in a sentence and scores nothing.
import { inputsFromFields } from '#contract/nursing/assess/fields'
import type { Answers, Choice, Fields, Inputs, Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'

/** What is wrong with what was given; nothing of it is scored. */
export interface Fault {
  /** The item, input or field it is about. */
  at: string
  why: 'unknownItem' | 'foreignOption' | 'unknownInput' | 'foreignValue'
  /** The sentence for whoever filled it. */
  text: string
}

export interface Read {
  chosen: ReadonlyMap<string, Choice>
  inputs: ReadonlyMap<string, number>
  faults: readonly Fault[]
}

/** Names from outside are shown as far as a sentence bears them. */
const shown = (name: string) => (name.length > 20 ? `${name.slice(0, 20)}…` : name)

export function read(kind: Kind, answers: Answers, inputs: Inputs, fields: Fields = {}): Read {
  const index = indexOf(kind)
  const faults: Fault[] = []
  const chosen = new Map<string, Choice>()
  for (const [at, answer] of Object.entries(answers)) {
    const known = index.items.get(at)
    if (!known) {
      faults.push({ at, why: 'unknownItem', text: `${kind.name}没有“${shown(at)}”这一项` })
      continue
    }
    const choice = typeof answer === 'string' ? known.options.get(answer) : undefined
    if (choice) chosen.set(at, choice)
    else
      faults.push({
        at,
        why: 'foreignOption',
        text: `${at} ${known.item.name}没有选项“${shown(String(answer))}”，请在列出的选项中选一个`,
      })
  }
  const stated = new Map<string, number>(inputsFromFields(kind, fields))
  for (const [at, value] of Object.entries(inputs)) {
    const known = index.inputs.get(at)
    if (!known) faults.push({ at, why: 'unknownInput', text: `${kind.name}不问“${shown(at)}”` })
    else if (known.fromField)
      faults.push({ at, why: 'unknownInput', text: `“${known.name}”由 ${known.fromField.field} 得出，不单独填写` })
    else if (known.options.some((one) => one.value === value)) stated.set(at, value)
    else faults.push({ at, why: 'foreignValue', text: `“${known.name}”没有这个选项，请重新选择` })
  }
  return { chosen, inputs: stated, faults }
}
