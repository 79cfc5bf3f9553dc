// What a call was about: large buttons instead of a list that has to be opened.
import { Radio } from 'antd'
import { nurseCall } from '#contract/monitor/nurseCall'
import type { Field, InputProps } from '#web/kit/fields/field'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { useCall } from '#web/kit/query'

function DealTypes({ value, onChange, disabled, id }: InputProps<string>) {
  const types = useCall(nurseCall.calls.dealTypes, {}, { staleTime: 60_000 })
  return (
    <Radio.Group
      id={id}
      className="yy-call-types yy-grid yy-gap-8"
      optionType="button"
      disabled={disabled === true || types.isLoading}
      value={value ?? undefined}
      onChange={(event) => onChange?.(event.target.value as string)}
      options={(types.data ?? []).map((one) => ({ value: one.dealType, label: one.dealTypeName }))}
    />
  )
}

export const dealType: Field<string> = {
  ...dictionaryOf('callDealType'),
  input: (props) => <DealTypes {...props} />,
}
