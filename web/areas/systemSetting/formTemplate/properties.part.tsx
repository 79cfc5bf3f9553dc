// The properties at the right: of the chosen field, or of the form itself.
import { Input, Segmented, Switch } from 'antd'
import {
  FieldKind,
  type FieldProp,
  type FormDesignData,
  type FormFieldData,
  FormPaper,
  fieldProps,
  isFilled,
  isLayout,
} from '#contract/kit/formDesign'
import { ConditionProp } from './propCondition.part.tsx'
import { BandsProp, type PropProps } from './propLists.part.tsx'
import {
  ChoicesProp,
  InitialProp,
  LimitsProp,
  NumberProps,
  Prop,
  SourceProp,
  SwitchLine,
  TableProps,
} from './propValues.part.tsx'

interface FieldPropertiesProps extends PropProps {
  design: FormDesignData
}

function FieldProperties({ design, field, onChange }: FieldPropertiesProps) {
  const has = (prop: FieldProp) => fieldProps[field.kind].includes(prop)
  const shared = { field, onChange }
  return (
    <>
      <Prop title={field.kind === 'group' ? '标题文字' : '标题'}>
        {(id) => (
          <Input
            id={id}
            maxLength={60}
            value={field.title}
            onChange={(event) => onChange({ title: event.target.value }, 'title')}
          />
        )}
      </Prop>
      {has('source') && <SourceProp {...shared} />}
      {!isLayout(field.kind) && (
        <div className="yy-fd-pair yy-grid">
          <Prop title="宽度">
            {(id) => (
              <Segmented
                id={id}
                size="small"
                value={field.width}
                options={[
                  { value: 1, label: '1/3' },
                  { value: 2, label: '2/3' },
                  { value: 3, label: '整行' },
                ]}
                onChange={(width) => onChange({ width })}
              />
            )}
          </Prop>
          {isFilled(field.kind) && (
            <Prop title="必填">
              {(id) => (
                <Switch id={id} checked={field.required === true} onChange={(required) => onChange({ required })} />
              )}
            </Prop>
          )}
        </div>
      )}
      {has('options') && <ChoicesProp {...shared} />}
      {has('columns') && <TableProps {...shared} />}
      {has('bands') && (
        <div className="yy-fd-prop yy-below-12">
          <span className="yy-fd-prop-title">结论</span>
          <BandsProp {...shared} />
        </div>
      )}
      {has('content') && (
        <Prop title="说明文字">
          {(id) => (
            <Input.TextArea
              id={id}
              autoSize={{ minRows: 4, maxRows: 14 }}
              maxLength={2000}
              value={field.content ?? ''}
              onChange={(event) => onChange({ content: event.target.value }, 'content')}
            />
          )}
        </Prop>
      )}
      {has('unit') && <NumberProps {...shared} />}
      {has('max') && <LimitsProp {...shared} />}
      {has('initial') && <InitialProp {...shared} />}
      {has('hint') && (
        <Prop title="填写提示">
          {(id) => (
            <Input
              id={id}
              maxLength={120}
              value={field.hint ?? ''}
              onChange={(event) => onChange({ hint: event.target.value || null }, 'hint')}
            />
          )}
        </Prop>
      )}
      <ConditionProp {...shared} design={design} />
    </>
  )
}

interface FormPropertiesProps {
  design: FormDesignData
  name: string
  onChange(patch: Partial<FormDesignData>, about?: string): void
}

function FormProperties({ design, name, onChange }: FormPropertiesProps) {
  return (
    <>
      <Prop title="表头标题">
        {(id) => (
          <Input
            id={id}
            maxLength={60}
            placeholder={name}
            value={design.heading ?? ''}
            onChange={(event) => onChange({ heading: event.target.value || null }, 'heading')}
          />
        )}
      </Prop>
      <Prop title="副标题">
        {(id) => (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 1, maxRows: 3 }}
            maxLength={120}
            placeholder="如：总分 6–23 分，分数越低风险越高"
            value={design.sub ?? ''}
            onChange={(event) => onChange({ sub: event.target.value || null }, 'sub')}
          />
        )}
      </Prop>
      <Prop title="打印纸张">
        {(id) => (
          <Segmented
            id={id}
            block
            value={design.paper}
            options={FormPaper.list.map(({ value, label }) => ({ value, label }))}
            onChange={(paper) => onChange({ paper })}
          />
        )}
      </Prop>
      <SwitchLine
        title="显示机构名称"
        checked={design.letterhead}
        onChange={(letterhead) => onChange({ letterhead })}
      />
      <p className="yy-fd-tip">点一下纸上的字段，在这里改它的标题、选项和条件。</p>
    </>
  )
}

interface PropertiesProps {
  design: FormDesignData
  name: string
  chosen: FormFieldData | null
  onField(id: string, patch: Partial<FormFieldData>, about?: string): void
  onForm(patch: Partial<FormDesignData>, about?: string): void
}

export function Properties({ design, name, chosen, onField, onForm }: PropertiesProps) {
  return (
    <section className="yy-card yy-fd-properties yy-pad-12 yy-scroll" aria-label={chosen ? '字段属性' : '表单设置'}>
      <h3 className="yy-flex yy-baseline yy-gap-8 yy-strong">
        {chosen ? FieldKind.label(chosen.kind) : '表单设置'}
        {!chosen && <small>{design.fields.length} 个字段</small>}
      </h3>
      {chosen ? (
        <FieldProperties
          key={chosen.id}
          design={design}
          field={chosen}
          onChange={(patch, about) => onField(chosen.id, patch, about)}
        />
      ) : (
        <FormProperties design={design} name={name} onChange={onForm} />
      )}
    </section>
  )
}
