// The values a project asks for, as fields of one form item: only those of the chosen project.
import { Form, InputNumber } from 'antd'
import type { TSchema } from '#contract/kit/schema'
import { ExecutionSigns, type ExecutionSignsData } from '#contract/nursing/execution'
import type { CareProjectData } from '#contract/nursing/project'
import { SignHint, statusOf, useTypedSigns } from '#web/areas/nursing/vital/typed.part'
import type { Field, InputProps } from '#web/kit/fields/field'
import { None } from '#web/kit/fields/none'
import { signsText } from './words.ts'
import './execution.css'

type Sign = keyof ExecutionSignsData
type Need = CareProjectData['needsSigns'][number]

const UNITS: Readonly<Record<Sign, string>> = {
  systolic: 'mmHg',
  diastolic: 'mmHg',
  pulse: '次/分',
  temperature: '℃',
  breathing: '次/分',
  oxygen: '%',
  glucose: 'mmol/L',
  weight: 'kg',
  pain: '分',
  intake: 'ml',
  output: 'ml',
  stool: '次',
}

export const partsOf = (needs: readonly Need[]): Sign[] =>
  needs.flatMap((need): Sign[] => (need === 'pressure' ? ['systolic', 'diastolic'] : [need]))

type Projects = ReadonlyMap<string, CareProjectData>

function SignsInput({ value, onChange, disabled, projects }: InputProps<ExecutionSignsData> & { projects: Projects }) {
  const projectId = Form.useWatch('projectId') as string | undefined
  const oldmanId = Form.useWatch('oldmanId') as string | undefined
  const parts = partsOf(projects.get(projectId ?? '')?.needsSigns ?? [])
  const signOf = useTypedSigns((parts.length > 0 && oldmanId) || null, value ?? {})
  return (
    <span className="yy-signs-grid yy-grid yy-gap-8">
      {parts.map((part) => {
        const rule = ExecutionSigns.properties[part] as TSchema & { title: string; minimum: number; maximum: number }
        return (
          <span key={part} className="yy-stack yy-gap-2 yy-narrow">
            <InputNumber
              className="yy-fill"
              aria-label={rule.title}
              prefix={rule.title}
              suffix={UNITS[part]}
              min={rule.minimum}
              max={rule.maximum}
              precision={rule.type === 'integer' ? 0 : 1}
              disabled={disabled}
              value={value?.[part] ?? null}
              onChange={(typed) => onChange?.({ ...value, [part]: typed })}
              {...statusOf(signOf(part))}
            />
            <SignHint sign={signOf(part)} />
          </span>
        )
      })}
    </span>
  )
}

export const signsOfProject = (projects: Projects): Field<ExecutionSignsData> => ({
  kind: 'field',
  untitled: true,
  sheet: 'text',
  width: 200,
  cell: (value) => signsText(value ?? null) || <None />,
  text: (value) => signsText(value ?? null),
  input: (props) => <SignsInput {...props} projects={projects} />,
  search: () => null,
})
