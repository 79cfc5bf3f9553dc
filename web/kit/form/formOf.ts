// A form as data: what a list's create button or a row action opens.
import type { Static } from '#contract/kit/schema'
import type { SendInput } from '#web/kit/call'
import type { FormCall, FormDrawerProps } from './FormDrawer.tsx'

type Settings<C extends FormCall> = Omit<FormDrawerProps<C>, 'open' | 'call' | 'title' | 'onClose'> & { title?: string }

/** A checked form whose call's type no longer matters to whoever opens it. */
export interface FormRequest {
  kind: 'form'
  needs: string
  props: Omit<FormDrawerProps<FormCall>, 'open' | 'onClose'>
}

/** formOf(outing.calls.register, { fields: … }): the call's own words are its title unless told. */
export function formOf<C extends FormCall>(call: C, settings: Settings<C> = {} as Settings<C>): FormRequest {
  const props = { title: call.act, ...settings, call }
  return { kind: 'form', needs: call.needs, props: props as unknown as FormRequest['props'] }
}

interface Edit<C extends FormCall, Row> extends Omit<Settings<C>, 'initial' | 'also' | 'reload'> {
  /** What the fields show of it. */
  values(row: Row): Partial<Static<C['body']>>
  /** Its id and version, and what else is sent along and not shown. */
  also(row: Row): Partial<SendInput<C>>
  /** The record as it is now, for when somebody else saved first. */
  again(): Promise<Row>
}

/** A form of a record that is there already: filled from it, saved over the version it was filled from. */
export function editOf<C extends FormCall, Row>(
  call: C,
  row: Row,
  { values, also, again, ...rest }: Edit<C, Row>,
): FormRequest {
  const settings = {
    ...rest,
    initial: values(row),
    also: also(row),
    reload: async () => {
      const now = await again()
      return { values: values(now), also: also(now) }
    },
  }
  return formOf(call, settings as unknown as Settings<C>)
}
