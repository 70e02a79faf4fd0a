/** Shared by Stripe's card form and the test form. */
export interface CardFormProps {
  /** Of a SetupIntent that is not confirmed yet. */
  clientSecret: string;
  submitLabel: string;
  /** Why the confirmed card couldn't be used. */
  failure: string | null;
  /** Takes the confirmed card; never throws, see `failure`. */
  onPaymentMethod: (paymentMethod: string) => Promise<void>;
}
