/// The tables of the sample: a small network of weather stations, the people who look after it, and what it measured.
enum SampleSchema {
  static let tables = """
    CREATE TABLE observers (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE,
      joined DATE NOT NULL,
      active BOOLEAN NOT NULL,
      languages JSON NOT NULL,
      phone TEXT,
      portrait BLOB
    );
    CREATE TABLE stations (
      code TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      country TEXT NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      elevation_m INTEGER NOT NULL,
      automatic BOOLEAN NOT NULL,
      opened DATE NOT NULL,
      closed DATE,
      keeper_id INTEGER REFERENCES observers(id),
      website TEXT,
      equipment JSON,
      photo BLOB,
      notes TEXT
    );
    CREATE TABLE instruments (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      measures TEXT NOT NULL,
      price DECIMAL(10, 2) NOT NULL,
      manual_url TEXT
    );
    CREATE TABLE installations (
      station_code TEXT NOT NULL REFERENCES stations(code),
      instrument_id INTEGER NOT NULL REFERENCES instruments(id),
      serial_number TEXT NOT NULL,
      installed DATE NOT NULL,
      calibrated DATETIME,
      PRIMARY KEY (station_code, instrument_id)
    ) WITHOUT ROWID;
    CREATE TABLE visits (
      id INTEGER PRIMARY KEY,
      station_code TEXT NOT NULL REFERENCES stations(code),
      observer_id INTEGER NOT NULL REFERENCES observers(id),
      started_at DATETIME NOT NULL,
      minutes INTEGER NOT NULL,
      cost DECIMAL(10, 2),
      approved BOOLEAN,
      report TEXT NOT NULL
    );
    CREATE TABLE readings (
      station_code TEXT NOT NULL REFERENCES stations(code),
      taken_at DATETIME NOT NULL,
      temperature_c REAL,
      humidity_percent INTEGER,
      rainfall_mm REAL NOT NULL,
      wind_m_s REAL,
      checked BOOLEAN NOT NULL,
      remark TEXT,
      PRIMARY KEY (station_code, taken_at)
    );
    """

  static let indexesAndViews = """
    CREATE INDEX visits_station ON visits(station_code);
    CREATE INDEX visits_observer ON visits(observer_id);
    CREATE VIEW station_summary AS
      SELECT stations.code, stations.name, count(*) AS readings,
        round(min(temperature_c), 1) AS coldest_c, round(max(temperature_c), 1) AS warmest_c,
        round(sum(rainfall_mm), 1) AS rainfall_mm, max(taken_at) AS last_reading_at
      FROM stations JOIN readings ON readings.station_code = stations.code
      GROUP BY stations.code;
    """
}
