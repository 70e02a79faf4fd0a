import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { EnvironmentProperty } from '#shared/features/services/model.ts';
import { decimalField } from '../../lib/number-text.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';

interface PropertyFieldProps {
  property: EnvironmentProperty;
  form: UseFormReturnType<Record<string, string | number | boolean>>;
}

/** The field for one value, by its type. */
export function PropertyField({ property, form }: PropertyFieldProps) {
  const { t, i18n } = useTranslation('services');
  const { key, name, type, help, required, options = [], min, max } = property;
  const common = { ...form.getInputProps(key), label: name, description: help };
  switch (type) {
    case 'text':
      return <TextInput {...common} required={required} maxLength={200} />;
    case 'number':
      return (
        <NumberInput
          {...common}
          {...decimalField(i18n.language)}
          required={required}
          {...(min === undefined ? {} : { min })}
          {...(max === undefined ? {} : { max })}
        />
      );
    case 'boolean':
      return <Switch {...form.getInputProps(key, { type: 'checkbox' })} label={name} description={help} />;
    case 'password':
      return (
        <PasswordField
          {...common}
          description={help ?? t('form.passwordHelp')}
          placeholder={t('form.generated')}
          autoComplete="new-password"
          maxLength={128}
        />
      );
    case 'select':
      return (
        <Select
          {...common}
          data={options.map(({ value, text }) => ({ value, label: text }))}
          allowDeselect={!required}
          required={required}
        />
      );
    default:
      return type satisfies never;
  }
}
