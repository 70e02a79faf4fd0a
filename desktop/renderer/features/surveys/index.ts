export { surveyQuery } from './queries.ts';
export { SurveyFields } from './SurveyFields.tsx';
export { emptySurvey, type SurveyValues } from './survey-values.ts';
