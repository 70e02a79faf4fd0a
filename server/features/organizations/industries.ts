import type { Option } from '#shared/api/options.ts';

export const INDUSTRIES: readonly Option[] = [
  { value: 'agriculture', text: 'Agriculture' },
  { value: 'automotive', text: 'Automotive' },
  { value: 'construction', text: 'Construction and real estate' },
  { value: 'consulting', text: 'Consulting and agencies' },
  { value: 'education', text: 'Education' },
  { value: 'energy', text: 'Energy and utilities' },
  { value: 'finance', text: 'Finance and insurance' },
  { value: 'gaming', text: 'Games' },
  { value: 'government', text: 'Government and public services' },
  { value: 'healthcare', text: 'Health care' },
  { value: 'hospitality', text: 'Hospitality and travel' },
  { value: 'legal', text: 'Legal' },
  { value: 'logistics', text: 'Logistics and transport' },
  { value: 'manufacturing', text: 'Manufacturing' },
  { value: 'media', text: 'Media and entertainment' },
  { value: 'nonprofit', text: 'Non-profit' },
  { value: 'retail', text: 'Retail and e-commerce' },
  { value: 'science', text: 'Science and research' },
  { value: 'software', text: 'Software and internet' },
  { value: 'telecommunications', text: 'Telecommunications' },
  { value: 'other', text: 'Other' },
];

export function industryName(value: string | null): string | null {
  return INDUSTRIES.find((industry) => industry.value === value)?.text ?? value;
}
