import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { ENGINE_NAME } from '../docker-client.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
const VALID_DAYS = 3650;

interface Pair {
  cert: string;
  key: string;
}

/** PEM files for mutual TLS with one engine. */
export interface EngineCertificates {
  ca: string;
  /** For the engine. */
  server: Pair;
  /** For us. */
  client: Pair;
}

/**
 * An authority for one engine, and the only two certificates it ever signs: its key is discarded at once, so that
 * nobody, not even we, can create another way in. `addresses` are those by which other clients may know the engine.
 */
export async function makeCertificates(addresses: readonly string[] = []): Promise<EngineCertificates> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const authority = await newKeys();
  const dates = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + VALID_DAYS * DAY_MS) };
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(16).toString('hex'),
    name: 'CN=slipway host authority',
    ...dates,
    signingAlgorithm: ALGORITHM,
    keys: authority,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  const issue = async (name: string, usage: x509.ExtendedKeyUsage, names: x509.JsonGeneralNames): Promise<Pair> => {
    const keys = await newKeys();
    const cert = await x509.X509CertificateGenerator.create({
      serialNumber: randomBytes(16).toString('hex'),
      subject: `CN=${name}`,
      issuer: ca.subject,
      ...dates,
      signingAlgorithm: ALGORITHM,
      publicKey: keys.publicKey,
      signingKey: authority.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([usage]),
        new x509.SubjectAlternativeNameExtension(names),
      ],
    });
    return { cert: cert.toString('pem'), key: await privateKeyPem(keys.privateKey) };
  };
  const own: x509.JsonGeneralNames = [
    { type: 'dns', value: ENGINE_NAME },
    ...addresses.map((value) => ({ type: 'ip' as const, value })),
  ];
  return {
    ca: ca.toString('pem'),
    server: await issue(ENGINE_NAME, x509.ExtendedKeyUsage.serverAuth, own),
    client: await issue('slipway', x509.ExtendedKeyUsage.clientAuth, [{ type: 'dns', value: 'slipway' }]),
  };
}

function newKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
}

async function privateKeyPem(key: CryptoKey): Promise<string> {
  const der = await webcrypto.subtle.exportKey('pkcs8', key);
  return x509.PemConverter.encode(der, 'PRIVATE KEY');
}
