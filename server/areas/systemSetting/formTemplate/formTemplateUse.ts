// Who has filled a form in: areas that store filled forms say so here, and a template they use is not deleted.
import type { ClientBase } from 'pg'

export interface FormUse {
  /** 份入住评估: follows the number in the sentence. */
  what: string
  count(client: ClientBase, orgId: string, templateId: string): Promise<number>
}

const uses: FormUse[] = []

/** Declared once at start by the area that stores the forms. */
export function onFormUse(use: FormUse): void {
  uses.push(use)
}

/** 12 份入住评估、3 份约束同意; empty when nobody has filled it in. */
export async function usersOfForm(client: ClientBase, orgId: string, templateId: string): Promise<string> {
  const found: string[] = []
  for (const use of uses) {
    const count = await use.count(client, orgId, templateId)
    if (count > 0) found.push(`${count} ${use.what}`)
  }
  return found.join('、')
}
