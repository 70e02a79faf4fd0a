export function containerName(serviceId: string): string {
  return `slipway-svc-${serviceId}`;
}
