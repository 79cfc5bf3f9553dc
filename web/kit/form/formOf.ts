// A form as data: what a list's create button or a row action opens.
import type { FormCall, FormDrawerProps } from './FormDrawer.tsx'

type Settings<C extends FormCall> = Omit<FormDrawerProps<C>, 'open' | 'call' | 'title' | 'onClose'> & { title?: string }

/** A checked form whose call's type no longer matters to whoever opens it. */
export interface FormWish {
  kind: 'form'
  needs: string
  props: Omit<FormDrawerProps<FormCall>, 'open' | 'onClose'>
}

/** formOf(outing.calls.register, { fields: … }): the call's own words are its title unless told. */
export function formOf<C extends FormCall>(call: C, settings: Settings<C> = {} as Settings<C>): FormWish {
  const props = { title: call.act, ...settings, call }
  return { kind: 'form', needs: call.needs, props: props as unknown as FormWish['props'] }
}
