// Two people at one level or plan: whoever saves second keeps what they changed, and what only the first changed comes in.
import { Alert } from 'antd'
import { refusals } from '#contract/kit/refusal'
import { CallError } from '#web/kit/callError'

const CHANGED = refusals.CHANGED_MEANWHILE[0]

/** Saves; answers the sentence that says who was first, null where nobody was. */
export async function firstBefore(save: () => Promise<unknown>): Promise<string | null> {
  try {
    await save()
    return null
  } catch (error) {
    if (!(error instanceof CallError && error.code === CHANGED)) throw error
    return error.message
  }
}

/** What was changed here stays, of the rest what the other saved. `text` makes two that mean the same the same. */
export function merged<T>(
  base: ReadonlyMap<string, T>,
  mine: ReadonlyMap<string, T>,
  theirs: ReadonlyMap<string, T>,
  text: (value: T) => string,
): Map<string, T> {
  const textOf = (value: T | undefined) => (value === undefined ? '' : text(value))
  const all = new Map<string, T>()
  for (const key of new Set([...base.keys(), ...theirs.keys(), ...mine.keys()])) {
    const value = textOf(mine.get(key)) === textOf(base.get(key)) ? theirs.get(key) : mine.get(key)
    if (value !== undefined) all.set(key, value)
  }
  return all
}

export function FirstBefore({ said }: { said: string | null }) {
  if (said === null) return null
  return (
    <Alert
      className="yy-below-12"
      type="warning"
      showIcon
      role="alert"
      title={said}
      description="对方的改动已并入下面，您的改动也还在；两人都改过的地方现在是您填的。核对后再保存。"
    />
  )
}
